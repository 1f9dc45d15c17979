#include "CRIBShims.h"
