# The instructions that the recorder takes: those of calls into it, less what it calls back. Reads
# `callgrind_annotate --threshold=100 --inclusive=yes --tree=caller`.
#
# What the runtime would need without a recorder too is not its share: locks, links to parents, and
# the times of the living tree.

function is_recorder(line) {
    return line ~ /\$s11RIBRecorder/ &&
        line !~ /\$s11RIBRecorder(9Protected|15ObjectReference|8RecorderC3now)/
}

function cost(line) {
    sub(/^ */, "", line)
    sub(/ .*/, "", line)
    gsub(/,/, "", line)
    return line
}

# First the callers of a function, then the function itself.
/^ *[0-9,]+ .*  < / {
    callers[++count] = $0
    next
}

/^ *[0-9,]+ .*  \* / {
    for (at = 1; at <= count; at++) {
        if (is_recorder($0) && !is_recorder(callers[at])) sum += cost(callers[at])
        if (/\$s4RIBs/ && is_recorder(callers[at])) sum -= cost(callers[at])
    }
    next
}

{ count = 0 }

END { printf "%d\n", sum }
