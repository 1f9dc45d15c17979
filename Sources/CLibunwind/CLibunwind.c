#include "CLibunwind.h"
