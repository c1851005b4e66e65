// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token as some are: it keeps a share of each transfer, and refuses recipients. Anybody may set both.
contract OddToken is ERC20 {
    /// Hundredths of a percent that are burnt of each transfer.
    uint256 public share;
    mapping(address => bool) public isRefused;

    constructor(string memory name_, string memory symbol_, address holder, uint256 supply) ERC20(name_, symbol_) {
        _mint(holder, supply);
    }

    function setShare(uint256 share_) external {
        share = share_;
    }

    function refuse(address recipient, bool isRefused_) external {
        isRefused[recipient] = isRefused_;
    }

    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!isRefused[to], "recipient refused");
        uint256 kept = from == address(0) || to == address(0) ? 0 : (value * share) / 10_000;
        super._update(from, to, value - kept);
        if (kept > 0) super._update(from, address(0), kept);
    }
}
